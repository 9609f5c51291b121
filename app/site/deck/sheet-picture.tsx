import type { ComponentProps } from 'react'
import type { Picture } from '../../../content/deck-types.ts'

type Props = Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'width' | 'height'> & {
  picture: Picture
  version: string
  /** How wide it will stand, as `sizes` of an image. */
  sizes: string
  alt: string
}

/** A sheet as AVIF or WebP, no larger than it will stand. Its place is kept free before it comes. */
export function SheetPicture({ picture, version, sizes, alt, ...rest }: Props) {
  const address = (width: number, kind: string) => `${picture.path}-${width}.${kind}?v=${version}`
  const all = (kind: string) => picture.widths.map(width => `${address(width, kind)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sizes} />
      <img
        {...rest}
        alt={alt}
        sizes={sizes}
        srcSet={all('webp')}
        src={address(picture.widths.at(-1) ?? picture.width, 'webp')}
        width={picture.width}
        height={picture.height}
        decoding="async"
      />
    </picture>
  )
}

/** What a screen reader says in place of the picture: its heading and all that is written on it. */
export function textOf({ title, text }: Picture): string {
  return [title, ...text].map(line => (/[.!?:”]$/.test(line) ? line : `${line}.`)).join(' ')
}
