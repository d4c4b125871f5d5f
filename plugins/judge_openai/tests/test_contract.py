"""The contract of judges, kept by both providers, Azure's dated API too: each law is one test."""

from checkwright import Provider
from checkwright_contract import provider_tests
from checkwright_judge_openai import AZURE_OPENAI, OPENAI
from checkwright_judge_openai.service import OpenAIService
from checkwright_judging.role import JUDGE


class Dated(OpenAIService):
    """Azure OpenAI by profiles with a version."""

    def open(self, profile, key):
        return super().open(profile.model_copy(update={"api_version": "2024-10-21"}), key)


def open_dated():
    return Dated(azure=True)


TestOpenAI = provider_tests(OPENAI)
TestAzureOpenAI = provider_tests(AZURE_OPENAI)
TestAzureDated = provider_tests(Provider(JUDGE, "azure_openai", open_dated))
