/**
 * The hosts of signing services in links: each also stands for its subdomains, so that `docusign.net` includes
 * `na4.docusign.net`. Administrators can add links to these hosts only.
 */
export const signingHosts: readonly string[] = ['docusign.net', 'docusign.com', 'sign.example']
