/**
 * The hosts of signing services in links: each also stands for its subdomains, so that `docusign.net` includes
 * `na4.docusign.net`. Administrators can add links to these hosts only.
 */
export const signingHosts: readonly string[] = ['docusign.net', 'docusign.com', 'sign.example']

/**
 * [C] Days in which an envelope can be signed, after the day it was sent; the office may choose another day. Terms are
 * quoted for as long, so that none is signed after its quote.
 */
export const envelopeDays = 30
