/** What `--help` prints. */
export const HELP = `Usage: fold-mcp --actor NAME [options]

Serves a Fold store to a client of the Model Context Protocol (MCP): the tools state, commit,
annotate and history, and the brief as a resource. Without --http it speaks over standard input and
output, and ends when its input ends.

Options:
  --actor NAME        under which name the agent declares; the model cannot choose it
  --person NAME       under which name annotations are saved, where one person uses the client
  --dir DIR           the store; else FOLD_DIR, else the nearest .fold upwards
  --init              make the store at the first write, if there is none
  --read-only         only state and history; --actor is not needed
  --lang en|zh        the language of tool texts and of fold://brief; en unless given
  --http PORT         serve over HTTP on 127.0.0.1, at /mcp; 0 takes a free port
  --token-file FILE   with --http: the bearer token; made, readable for you alone, if there is none
  --help, --version

Examples:
  fold-mcp --actor claude --person ana
  fold-mcp --read-only --dir ~/notes/.fold --lang zh
  fold-mcp --actor hub --http 7391 --token-file ~/.config/fold/token

Exit codes:
  0  the client ended, or the process was told to     2  the command line is wrong
  1  a bug in fold-mcp                                5  cannot serve: the port, the token file, or
                                                         a message too long
`;
