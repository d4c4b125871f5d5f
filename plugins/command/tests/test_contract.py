from checkwright_command import KIND
from checkwright_contract import contract_tests

TestCommand = contract_tests(KIND)
