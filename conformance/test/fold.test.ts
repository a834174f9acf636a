import { commandDriver } from "../src/drivers/command.js";
import { foldCommand } from "../src/drivers/fold.js";
import { testEveryCase } from "./support/every-case.js";

testEveryCase(commandDriver({ name: "fold", command: foldCommand() }));
