/** The count beside a link, with reserved room while it is empty. */
export function PendingCount({ of, className }: { of: number; className: string | undefined }) {
  return (
    <span className={className}>
      {of > 0 && (
        <>
          {of > 999 ? '999+' : of}
          <span className="visually-hidden"> waiting</span>
        </>
      )}
    </span>
  )
}
