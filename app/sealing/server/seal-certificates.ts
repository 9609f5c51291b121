export async function sealProblem(): Promise<string | null> {
  throw new Error('stand-in')
}
