export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 50;
