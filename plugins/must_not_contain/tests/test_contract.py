from checkwright_contract import contract_tests
from checkwright_must_not_contain import KIND

TestMustNotContain = contract_tests(KIND)
