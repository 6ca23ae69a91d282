import { createRequire as __createRequire } from 'node:module';
import { dirname as __dirnameOf } from 'node:path';
import { fileURLToPath as __fileURLToPath } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __fileURLToPath(import.meta.url);
const __dirname = __dirnameOf(__filename);
import {
  command,
  planFacts
} from "./chunk-ZB4VLOOX.mjs";
import "./chunk-ZOZO3HVO.mjs";
import "./chunk-2KRMHAAP.mjs";
import "./chunk-4ODHJUGF.mjs";
import "./chunk-NIC7WFI5.mjs";
import "./chunk-BX6CAG4J.mjs";
import "./chunk-OBGTLSNS.mjs";
import "./chunk-K7KCNTYR.mjs";
import "./chunk-LXIYQF3T.mjs";
import "./chunk-4WRHQMHG.mjs";
import "./chunk-BNUSCPZI.mjs";
import "./chunk-U6IY4TR3.mjs";
import "./chunk-UVHU7DVK.mjs";
import "./chunk-QPLZD3UH.mjs";
import "./chunk-WZLO3IWE.mjs";
import "./chunk-4NQ7K63D.mjs";
import "./chunk-IHMSUJZU.mjs";
import "./chunk-CBYREK54.mjs";
import "./chunk-B2H53A4B.mjs";
import "./chunk-R446T36Q.mjs";
import "./chunk-555B2IZX.mjs";
import "./chunk-R3BI3LOG.mjs";
import "./chunk-FB3EQ6MM.mjs";
import "./chunk-ZX5UCFYF.mjs";
import "./chunk-LIO6FHRK.mjs";
import "./chunk-YOQWXQOY.mjs";
import "./chunk-TR5EL5GT.mjs";
import "./chunk-TRZAK437.mjs";
import "./chunk-5VLORW6L.mjs";
import "./chunk-ZJBUQZVY.mjs";
import "./chunk-4EJK2PBR.mjs";
import "./chunk-PFFAVEAZ.mjs";
import "./chunk-4X7WQNKK.mjs";
import "./chunk-ZJZVJPPJ.mjs";
import "./chunk-KIJOQLWN.mjs";
import "./chunk-5G4ANQTJ.mjs";
import "./chunk-7UKGSB5M.mjs";
import "./chunk-55PRAPQP.mjs";
import "./chunk-LFUBYMA7.mjs";
import "./chunk-NX3KFUAZ.mjs";
import "./chunk-CSELZ5LD.mjs";
import "./chunk-SKRRPNKQ.mjs";
import "./chunk-SYBH34PZ.mjs";
import "./chunk-NH4MOYHC.mjs";
import "./chunk-OPQ6Q3N2.mjs";
export {
  command,
  planFacts
};
