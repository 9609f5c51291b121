/** Messages of the catalogue (`messages.ts`) about uploads that the browser shows by itself. */
export const uploadMessages = {
  FILE_TYPE: 'We can’t accept this type of file. Choose a PDF, DOC, DOCX, JPG, JPEG, PNG, STL or TXT file.',
  FILE_EMPTY: 'This file is empty. Choose a file that has something in it.',
  FILE_TOO_LARGE: 'This file is larger than 50 MB. Split it or make it smaller, then try again.',
  UPLOAD_FAILED: 'Upload failed',
} as const
