import { kernel } from "@fold/kernel";
import { memoryDriver } from "../src/drivers/memory.js";
import { testEveryCase } from "./support/every-case.js";

testEveryCase(memoryDriver(kernel));
