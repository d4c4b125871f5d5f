from checkwright_composite import KIND
from checkwright_contract import contract_tests

TestComposite = contract_tests(KIND)
