/** The studio's page. */

import {ServerHost} from "./host_server.js";

const key = window.location.hash.slice(1);
const host = new ServerHost(key);
const app = /** @type {HTMLElement} */ (document.getElementById("app"));
app.textContent = "Yupana";
Object.assign(window, {studio: {host}});
