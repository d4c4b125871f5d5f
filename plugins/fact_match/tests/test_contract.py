from checkwright_contract import contract_tests
from checkwright_fact_match import KIND

TestFactMatch = contract_tests(KIND)
