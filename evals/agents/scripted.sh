#!/bin/sh
# The scripted agents of the harness: careful, liar, careless, always-xl, copier, crasher, hanger, idler.
# They look up what is expected; their scores say something about the harness and nothing about a model.
exec node "$(dirname "$0")/../dist/scripted/agent.js" "${1:-careful}"
