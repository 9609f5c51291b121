/** Messages of the catalogue (`messages.ts`) about file storage. Whatever stores files may be refused with them. */
export const storageMessages = {
  STORE_FULL: 'Our storage is almost full, so we can’t accept files right now. Try again later, or call us.',
  STORAGE_UNAVAILABLE: 'We can’t store files right now. Nothing is lost. Try again in a minute.',
} as const
