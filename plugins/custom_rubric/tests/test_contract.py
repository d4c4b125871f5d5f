from checkwright_contract import contract_tests
from checkwright_custom_rubric import KIND

TestCustomRubric = contract_tests(KIND)
