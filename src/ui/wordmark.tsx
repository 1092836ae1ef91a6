import type { ReactNode } from 'react'

type Drawing = { /** Its height is 40. */ width: number; drawing: ReactNode }

/**
 * Wordmarks of eight invented broadcasters, drawn in the colour of the text around them. They are samples: an authority puts the drawings
 * of its partners in their place.
 */
const drawings: Record<string, Drawing> = {
  tarnlight: {
    width: 132,
    drawing: (
      <>
        <circle cx="18" cy="20" r="13" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <path d="M5 20h26M18 7v13" stroke="currentColor" strokeWidth="2.5" />
        <text x="42" y="20" textLength="88" fontSize="21" className="font-serif">
          Tarnlight
        </text>
      </>
    ),
  },
  wrenfield: {
    width: 160,
    drawing: (
      <>
        <text x="0" y="20" textLength="115" fontSize="21" letterSpacing="1" className="font-sans font-semibold">
          WRENFIELD
        </text>
        <rect x="127" y="5" width="30" height="30" rx="15" fill="none" stroke="currentColor" strokeWidth="2.5" />
        <text x="142" y="20" fontSize="18" textAnchor="middle" className="font-sans font-semibold">
          1
        </text>
      </>
    ),
  },
  ostlermere: {
    width: 148,
    drawing: (
      <>
        <path
          d="M4 20h5l4-12 6 24 5-17 3 5h5"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <text x="42" y="20" textLength="104" fontSize="21" className="font-serif italic">
          Ostlermere
        </text>
      </>
    ),
  },
  kittiwake: {
    width: 142,
    drawing: (
      <>
        <text x="0" y="20" textLength="88" fontSize="22" className="font-sans font-semibold">
          kittiwake
        </text>
        <path d="M96 27c6-12 14-16 22-15-5 2-8 6-9 10 6-5 14-7 22-4-10 1-18 12-35 9z" fill="currentColor" />
      </>
    ),
  },
  fellgate: {
    width: 138,
    drawing: (
      <>
        <path d="M2 33 14 7l8 16 4-7 9 17z" fill="currentColor" />
        <text
          x="46"
          y="20"
          textLength="90"
          fontSize="20"
          letterSpacing="0.5"
          className="font-sans font-semibold italic"
        >
          FELLGATE
        </text>
      </>
    ),
  },
  quillmoor: {
    width: 150,
    drawing: (
      <>
        <text x="0" y="20" textLength="110" fontSize="24" className="font-serif">
          Quillmoor
        </text>
        <path d="M0 37h112" stroke="currentColor" strokeWidth="1.5" />
        <path d="M122 33c2-12 8-22 20-26-1 12-8 19-16 20z" fill="none" stroke="currentColor" strokeWidth="2" />
      </>
    ),
  },
  hexbeck: {
    width: 172,
    drawing: (
      <>
        <path d="m18 4 14 8v16l-14 8-14-8V12z" fill="currentColor" />
        <text x="42" y="20" textLength="78" fontSize="21" className="font-sans font-semibold">
          Hexbeck
        </text>
        <text x="122" y="20" textLength="46" fontSize="21" className="font-sans">
          news
        </text>
      </>
    ),
  },
  saltmarsh: {
    width: 140,
    drawing: (
      <>
        <path
          d="M3 14c5-5 9-5 14 0s9 5 14 0M3 22c5-5 9-5 14 0s9 5 14 0M3 30c5-5 9-5 14 0s9 5 14 0"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
        />
        <text x="42" y="20" textLength="96" fontSize="22" className="font-serif">
          Saltmarsh
        </text>
      </>
    ),
  },
}

export const wordmarkNames = Object.keys(drawings)

/** A name as its drawn wordmark, named for assistive technology; in letters where there is no such drawing. Its size comes in as classes. */
export function Wordmark({
  drawing = '',
  name,
  className,
}: {
  drawing?: string | undefined
  name: string
  className?: string | undefined
}) {
  const mark = Object.hasOwn(drawings, drawing) && drawings[drawing]
  if (!mark) return <span className="font-serif text-lg">{name}</span>
  return (
    <svg
      role="img"
      fill="currentColor"
      dominantBaseline="central"
      aria-label={name}
      viewBox={`0 0 ${mark.width} 40`}
      className={className}
    >
      {mark.drawing}
    </svg>
  )
}
