import type { Results } from './results.ts'

export async function writeReport(_: Results, __: Results | undefined): Promise<void> {}
