"""What the fork server of `warm_command.py` loads before it forks: Inspect, and nothing of ours."""

import gc

import anthropic
import fastapi
import inspect_ai._cli.main
import inspect_ai.model
import inspect_ai.scorer
import inspect_ai.solver
import openai
import PIL.Image
import starlette
import uvicorn

gc.collect()
gc.freeze()  # forks share what is never looked through for garbage

__all__ = ["PIL", "anthropic", "fastapi", "inspect_ai", "openai", "starlette", "uvicorn"]
