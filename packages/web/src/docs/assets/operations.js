// Draws the interactive reference. Its style sheet looks for this class to be dark.
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

globalThis.SwaggerUIBundle({
  url: document.querySelector('#swagger').dataset.document,
  dom_id: '#swagger',
  deepLinking: true,
  displayOperationId: false,
  displayRequestDuration: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  // The page works without any other server: no validator, and no logo to fetch.
  validatorUrl: null,
});
