/** The text in a downloaded archive about documents that are not in it. */
export const notInArchive = {
  filename: 'Not in this archive.txt',
  heading: 'These documents are not in this archive:',
  link: (name: string, url: string) => `${name}: a signing link, ${url}`,
  gone: (name: string) => `${name}: deleted before it could be added`,
  waiting: (name: string) => `${name}: still being checked for malware`,
  infected: (name: string) => `${name}: contained malware and was removed`,
} as const

/** The text file in an archive about documents with marks (`app/file-checks/file-checks.ts`). */
export const openWithCare = {
  filename: 'Open with care.txt',
  heading: 'Open these documents only if you expected them:',
} as const
