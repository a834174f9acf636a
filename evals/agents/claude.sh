#!/bin/sh
# Claude Code without a terminal: reads the task from standard input, may run commands and write in
# the folder of the trial. Needs `claude` on the PATH and an account of your own.
exec claude -p --permission-mode acceptEdits --allowedTools "Read,Write,Edit,Bash(fold:*)"
