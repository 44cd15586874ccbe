/** The page where links lead while the service's own address (LANDING_URL) is not set. */
export const LANDING_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Welcome</title></head>
<body>
<h1>Welcome</h1>
<p>You followed a partner's link. The chat and phone service opens here.</p>
</body>
</html>
`;
