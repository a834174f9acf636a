/** Forms of names, which bound their lengths too. */
export const ENTRY_ID = /^[A-Za-z0-9][A-Za-z0-9._:/@#+-]{0,127}$/;
export const REQUEST_ID = /^[!-~]{1,128}$/;
export const KIND = /^[a-z][a-z0-9-]{0,31}$/;
