import { type GeoPath, geoEqualEarth, geoPath } from 'd3-geo'
import type { MultiPoint } from 'geojson'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from '../use-width.ts'
import { Mark } from './mark-link.tsx'
import { ChartSvg } from './plot/chart-svg.tsx'
import plot from './plot/plot.module.css'
import { mapPower, stepScale } from './plot/scale.ts'
import { useRoving } from './plot/use-roving.ts'
import { useTip } from './plot/use-tip.tsx'
import { type Slice, spoken } from './slice.ts'
import { StepLegend } from './step-legend.tsx'
import styles from './world-map.module.css'
import { type CountryShape, shapesOf } from './world-shapes.ts'

interface WorldMapProps {
  label: string
  description: string
  /** Keyed by ISO 3166-1 alpha-2, the largest first; the arrow keys follow this order. */
  countries: readonly Slice[]
  codeOf: (number: string) => string | undefined
  exact: (value: number) => string
}

const proportion = 0.5
// The least area, in square pixels, at which a country is drawn as a shape.
const leastArea = 14
// The delay of 000 section 9, in milliseconds.
const resizeDelay = 500

/** Countries with a figure can be focused and opened; all others are background. */
export function WorldMap({ label, description, countries, codeOf, exact }: WorldMapProps) {
  const { t } = useTranslation()
  const { ref, width } = useWidth<HTMLDivElement>(resizeDelay)
  const tip = useTip()
  const shapes = useMemo(() => shapesOf(codeOf), [codeOf])
  const height = width * proportion
  const codes = countries.map(({ key }) => key).join()
  const drawn = useMemo(() => draw(shapes, new Set(codes.split(',')), width, height), [shapes, codes, width, height])
  const [shown, missing] = split(countries, drawn)
  const roving = useRoving(shown.length)
  const scale = stepScale(countries[0]?.value ?? 0, mapPower)
  return (
    <div className={plot.frame} data-chart>
      <div className={styles.room} ref={ref}>
        <ChartSvg label={label} description={description} width={width} height={height} onKeyDown={roving.onKeyDown}>
          <path d={drawn.background} className={styles.land} />
          {shown.map((country, at) => (
            <Mark
              key={country.key}
              target={country.target}
              label={spoken(country)}
              at={at}
              tabIndex={roving.tabIndexOf(at)}
              {...tip.of(country.name, country.lines, drawn.places.get(country.key)?.centre)}
            >
              <Country place={drawn.places.get(country.key)} colour={scale.colourOf(country.value)} />
            </Mark>
          ))}
        </ChartSvg>
      </div>
      <StepLegend bounds={scale.bounds} exact={exact} />
      {missing.length > 0 && (
        <p className={styles.note}>{t('chart.not_on_map', { names: missing.map(({ name }) => name).join(', ') })}</p>
      )}
      {tip.element}
    </div>
  )
}

interface Place {
  d: string
  centre: readonly [number, number]
  /** True for a country too small to be seen or clicked: it is drawn as a dot. */
  isTiny: boolean
}

function Country({ place, colour }: { place: Place | undefined; colour: string }) {
  if (!place) return null
  if (!place.isTiny) return <path d={place.d} style={{ fill: colour }} className={styles.country} />
  const [x, y] = place.centre
  return <circle cx={x} cy={y} r={4} style={{ fill: colour }} className={styles.country} data-tiny />
}

// The outermost points of the map. Measuring every coast instead would take as long as drawing them.
const edges: MultiPoint = {
  type: 'MultiPoint',
  coordinates: [
    [-180, 0],
    [180, 0],
    [0, 84],
    [0, -57],
  ],
}

function draw(shapes: readonly CountryShape[], codes: ReadonlySet<string>, width: number, height: number) {
  if (width === 0) return { places: new Map<string, Place>(), background: '' }
  const path: GeoPath = geoPath(geoEqualEarth().precision(0).fitSize([width, height], edges)).digits(1)
  const places = new Map<string, Place>()
  const outlines = shapes.map(({ code, shape }) => {
    const d = path(shape) ?? ''
    if (codes.has(code)) places.set(code, { d, centre: path.centroid(shape), isTiny: path.area(shape) < leastArea })
    return d
  })
  return { places, background: outlines.join('') }
}

function split(countries: readonly Slice[], { places }: { places: Map<string, Place> }) {
  const isShown = ({ key }: Slice) => places.has(key)
  return [countries.filter(isShown), countries.filter((each) => !isShown(each))] as const
}
