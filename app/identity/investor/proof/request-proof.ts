/**
 * Asks the person to confirm that it's them. Every page may need it and few visits do, so it is loaded on demand.
 * @returns whether they did
 */
export const requestProof = () => import('../../../shell/portal/on-demand.tsx').then(({ askForProof }) => askForProof())
