/** How much waits, beside a link. Its room is kept while nothing does. */
export function WaitingCount({ of, className }: { of: number; className: string | undefined }) {
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
