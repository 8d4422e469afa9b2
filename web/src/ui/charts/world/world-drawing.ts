import { type GeoPath, type GeoProjection, geoArea, geoEqualEarth, geoPath } from 'd3-geo'
import type { FeatureCollection, Geometry, MultiPoint, Polygon } from 'geojson'
import type { CountryShape } from './world-shapes.ts'

export interface Place {
  d: string
  centre: readonly [number, number]
  /** True for a country too small to be seen or clicked: it is drawn as a dot. */
  isTiny: boolean
}

type Size = readonly [width: number, height: number]

// The least area, in square pixels, at which a country is drawn as a shape.
const leastArea = 14
/** Nearer than this there would be nothing around a small country to tell where it is. */
const nearest = 9
/** A map that would be hardly larger stays that of the world. */
const leastZoom = 1.3
/** The room around the countries, as a part of the map. */
const margin = 0.12

/** The countries of the map, near enough to fill it with those `inView`; without any of them it is the whole world. */
export function draw(
  shapes: readonly CountryShape[],
  codes: ReadonlySet<string>,
  inView: readonly string[],
  [width, height]: Size,
) {
  const places = new Map<string, Place>()
  const known = new Set(shapes.map(({ code }) => code).filter(Boolean))
  if (width === 0) return { places, known, background: '', isZoomed: false }
  const wanted = shapes.filter(({ code }) => code !== '' && inView.includes(code))
  const world = worldOf([width, height])
  const projection = wanted.length > 0 ? zoomedTo(wanted, world, [width, height]) : world
  const path: GeoPath = geoPath(
    projection.clipExtent([
      [-1, -1],
      [width + 1, height + 1],
    ]),
  ).digits(1)
  const outlines = shapes.map(({ code, shape }) => {
    const d = path(shape) ?? ''
    if (d !== '' && known.has(code) && codes.has(code))
      places.set(code, { d, centre: path.centroid(shape), isTiny: path.area(shape) < leastArea })
    return d
  })
  return { places, known, background: outlines.join(''), isZoomed: projection !== world }
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

const worldOf = ([width, height]: Size) => geoEqualEarth().precision(0).fitSize([width, height], edges)

function zoomedTo(wanted: readonly CountryShape[], world: GeoProjection, [width, height]: Size): GeoProjection {
  const all: FeatureCollection = {
    type: 'FeatureCollection',
    features: wanted.map(({ shape }) => ({ ...shape, geometry: mainland(shape.geometry) })),
  }
  const [x, y] = [width * margin, height * margin]
  const near = geoEqualEarth()
    .precision(0)
    .fitExtent(
      [
        [x, y],
        [width - x, height - y],
      ],
      all,
    )
  const most = world.scale() * nearest
  if (near.scale() < world.scale() * leastZoom) return world
  if (near.scale() <= most) return near
  const middle = near.invert?.([width / 2, height / 2])
  if (!middle) return world
  const [movedX, movedY] = near.scale(most)(middle) ?? [0, 0]
  const [atX, atY] = near.translate()
  return near.translate([atX + width / 2 - movedX, atY + height / 2 - movedY])
}

/** The largest part of a country: islands on the other side of the world do not widen the map. */
function mainland(geometry: Geometry): Geometry {
  if (geometry.type !== 'MultiPolygon') return geometry
  const parts = geometry.coordinates.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }))
  return parts.reduce((one, other) => (geoArea(other) > geoArea(one) ? other : one))
}
