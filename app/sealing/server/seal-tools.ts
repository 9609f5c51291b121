// What seals and checks PDFs. Its libraries take 20 MB, so it is loaded with the first file: `await import('./seal-tools.ts')`.

export { makeCertificate } from './make-certificate.ts'
export { blankPdf, sealPdf } from './seal.ts'
export { requestTimestamp } from './timestamp.ts'
export { verifyPdf } from './verify.ts'
