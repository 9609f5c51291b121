/**
 * The hosts of the services at which investors sign, as their links name them: each stands for itself and for everything under
 * it, so that `docusign.net` includes `na4.docusign.net`. Administrators can add links to these hosts and no other.
 */
export const signingHosts: readonly string[] = ['docusign.net', 'docusign.com', 'sign.example']
