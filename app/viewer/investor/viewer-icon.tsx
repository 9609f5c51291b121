/** The viewer's icons, drawn in hairlines like the rest of the site. The button that contains one gives it its label. */
const paths = {
  pages: 'M3.5 3.5h5.5v6h-5.5z M3.5 13h5.5v3.5h-5.5z M12.5 4.5h4 M12.5 8.5h4 M12.5 13.5h4 M12.5 16.5h2.5',
  search: 'M8.75 3.5a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 0 1 0-10.5z M12.6 12.6l4.4 4.4',
  nearer: 'M10 4v12 M4 10h12',
  further: 'M4 10h12',
  more: 'M10 4.6v.8 M10 9.6v.8 M10 14.6v.8',
  previous: 'M12.5 4.5l-5.5 5.5l5.5 5.5',
  next: 'M7.5 4.5l5.5 5.5l-5.5 5.5',
  up: 'M4.5 12.5l5.5-5.5l5.5 5.5',
  down: 'M4.5 7.5l5.5 5.5l5.5-5.5',
  message: 'M3.5 4.5h13v9h-7.5l-3.5 3v-3h-2z',
  close: 'M5 5l10 10 M15 5l-10 10',
} as const

export type IconName = keyof typeof paths

export function ViewerIcon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === 'more' ? 2.2 : 1.4}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
