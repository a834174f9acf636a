import { sdkDriver } from "../src/drivers/sdk.js";
import { testEveryCase } from "./support/every-case.js";

testEveryCase(sdkDriver());
