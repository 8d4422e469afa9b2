/** Changes with every version and with every change of a translation file. */
declare const __APP_VERSION__: string
