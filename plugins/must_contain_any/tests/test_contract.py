from checkwright_contract import contract_tests
from checkwright_must_contain_any import KIND

TestMustContainAny = contract_tests(KIND)
