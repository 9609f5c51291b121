import type { SharedPortal } from './shared-portal.ts'

/** @returns the log entry about the recall of a delivery, or of a bulk delivery */
export async function recallOf(portal: SharedPortal, id: string): Promise<{ documents: number; readers: number }> {
  const { rows } = await portal.owner.query(
    "select details from audit_log where action in ('papers.recalled', 'delivery.recalled') and subject_id = $1",
    [id],
  )
  return rows[0]?.details
}
