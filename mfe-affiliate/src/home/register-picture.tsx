/** The picture that leads to the registration. It is drawn in the page, so that its words have the page's font. */
export function RegisterPicture() {
  return (
    <svg role="img" aria-label="Register" className="aff-register" viewBox="0 0 320 64">
      <rect width="320" height="64" rx="10" fill="#14614f" />
      <path
        d="M204 54 C216 53 224 42 236 42 S262 44 276 28 296 14 320 10 V54 a10 10 0 0 1 -10 10 H204z"
        fill="#0d4a3c"
      />
      <path
        d="M204 54 C216 53 224 42 236 42 S262 44 276 28 296 14 320 10"
        fill="none"
        stroke="#e2ad57"
        strokeWidth="3"
      />
      <g fill="#e2ad57">
        <circle cx="236" cy="42" r="4" />
        <circle cx="276" cy="28" r="4" />
      </g>
      <g>
        <text x="20" y="29" fontSize="18" fontWeight="600" fill="#fff">
          Register
        </text>
        <text x="20" y="48" fontSize="13" fill="#cfe6dd">
          Free, and done in a minute
        </text>
      </g>
    </svg>
  );
}
