#!/bin/sh
# Codex without a terminal: reads the task from standard input. Its sandbox lets it write in the folder
# of the trial, which is where the store lies. Needs `codex` on the PATH and an account of your own.
exec codex exec --skip-git-repo-check --sandbox workspace-write -
