<?php
// Test slug() of the answer, and write what came of each test to report.tap.
require 'answer.txt';

$tests = [
    'small letters' => [slug('Hello World'), 'hello-world'],
    'no dash at the ends' => [slug('  A night, in May! '), 'a-night-in-may'],
    'digits stay' => [slug('Room 101'), 'room-101'],
];
$lines = ['1..' . count($tests)];
foreach ($tests as $name => [$found, $expected]) {
    $lines[] = ($found === $expected ? 'ok' : 'not ok') . " - $name";
}
file_put_contents('report.tap', implode("\n", $lines) . "\n");
exit(array_filter($tests, fn ($test) => $test[0] !== $test[1]) ? 1 : 0);
