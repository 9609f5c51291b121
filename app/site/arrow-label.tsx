/**
 * A link's label followed by an arrow. The arrow is hidden from screen readers, so it is not part of the link's name.
 */
export function ArrowLabel({ children }: { children: string }) {
  return (
    <span>
      {children} <span aria-hidden="true">→</span>
    </span>
  )
}
