import { accessesRecorded as endedOnesRecorded, openingsCounted } from '../../app/downloads/server/file-accesses.ts'

/** Waits until everything that has reached a reader is recorded, even if the connection hasn't reported it yet. */
export async function accessesRecorded(): Promise<void> {
  await openingsCounted()
  await endedOnesRecorded()
}
