from checkwright_contract import contract_tests

from example_word_limit import KIND

TestWordLimit = contract_tests(KIND)
