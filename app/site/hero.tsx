import { home } from '../../content/home.ts'
import { HeroBar } from '../shell/layout/header.tsx'
import { Button } from '../shell/ui/button.tsx'
import { classes } from '../shell/ui/classes.ts'
import { ArrowLabel } from './arrow-label.tsx'
import style from './hero.module.css'
import { HeroFilm } from './hero-film.tsx'

/** The first screen of the home page: the headline in front of an engraved plate. */
export function Hero() {
  const { eyebrow, headline, lead, primary, secondary, figures } = home.hero
  return (
    <section className={classes('night', style.hero)} aria-labelledby="headline">
      <HeroFilm
        plate={
          <>
            <div className={style.outer} data-after-paint="" />
            <div className={style.inner} data-after-paint="" />
            <div className={style.light} />
          </>
        }
      />
      <HeroBar />
      <div className={classes('wrap', style.words)}>
        <p className={style.eyebrow}>{eyebrow}</p>
        <h1 id="headline">
          {headline.map((line, i) => (
            <span key={line}>
              {i > 0 && ' '}
              {line}
            </span>
          ))}
        </h1>
        <p className={style.lead}>{lead}</p>
        <div className={style.ways}>
          <Button variant="primary" to={primary.to}>
            <ArrowLabel>{primary.label}</ArrowLabel>
          </Button>
          <Button variant="link" to={secondary.to}>
            {secondary.label}
          </Button>
        </div>
      </div>
      <div className={style.foot}>
        <dl className={classes('wrap', style.figures)}>
          {figures.map(({ value, name }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
