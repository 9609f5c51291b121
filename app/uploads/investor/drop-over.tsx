import style from './drop-over.module.css'

/** Covers the page while files are held over it. */
export function DropOver({ children }: { children: string }) {
  return (
    <div className={style.over} aria-hidden>
      <p>{children}</p>
    </div>
  )
}
