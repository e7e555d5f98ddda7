/** The first page: the lobby. */

import {begin} from "./dom.js";
import {lobby} from "./lobby.js";

void begin(lobby);
