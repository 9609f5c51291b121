/** Words of a link with an arrow behind them, for the eye alone: what it is called stays as it is written. */
export function ArrowLabel({ children }: { children: string }) {
  return (
    <span>
      {children} <span aria-hidden="true">→</span>
    </span>
  )
}
