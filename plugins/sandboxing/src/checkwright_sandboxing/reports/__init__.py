"""Reports of test runs: JUnit XML and TAP, as results by test id."""
