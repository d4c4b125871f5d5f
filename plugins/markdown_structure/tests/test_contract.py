from checkwright_contract import contract_tests
from checkwright_markdown_structure import KIND

TestMarkdownStructure = contract_tests(KIND)
