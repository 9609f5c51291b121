import { accessesRecorded as endedOnesRecorded, openingsCounted } from '../../server/downloads/file-accesses.ts'

/** Waits until all that has reached a reader is recorded, also where the connection hasn't said so yet. */
export async function accessesRecorded(): Promise<void> {
  await openingsCounted()
  await endedOnesRecorded()
}
