from checkwright_contract import contract_tests
from checkwright_json_schema import KIND

TestJsonSchema = contract_tests(KIND)
