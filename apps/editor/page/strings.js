// The texts of the page, in English and French.

const STRINGS = {
  en: {
    title: "gdvariant editor", fileTools: "File", open: "Open", download: "Download", convert: "Convert", undo: "Undo", redo: "Redo",
    search: "Search", searchHint: "Search: 1250, gold …", previous: "Previous result", next: "Next result", language: "Language", otherLayout: "Engine and file form", searchType: "Type of the value", anyType: "Any type", noResults: "Nothing found", hits: "Search results", more: "More", showBytes: "Show the bytes",
    startTitle: "Open a saved game", startLead: "See and change what is in it: gold, health, items, settings. For games made with Godot or Pandemonium, also if the save is compressed or encrypted.",
    whereTitle: "Where is my save, and how do I put it back?", whereLead: "In a folder with the name of the game, in one of these folders. On Windows, press the Windows key and R, and type the folder.", whereNumber: "number of the game in the store",
    whereBack: "Close the game, and keep a copy of the save. Move the downloaded file to that folder under exactly the old name, without “(1)”. Steam Cloud can bring the old save back: turn it off for the game until the game has saved again.",
    openFile: "Open a file", pasteText: "Paste bytes or text", startDrop: "Or drop a file anywhere on this page.", startPrivate: "Your file stays on this device. The page sends nothing.", openExample: "Try it with an example save",
    views: "Views", values: "Values", bytes: "Bytes", changes: "Changes", faults: "Problems", unfold: "Expand all", fold: "Collapse all",
    apply: "Apply", cancel: "Cancel", close: "Close", editorHint: "Enter applies, Escape cancels.", editorHintLines: "Enter applies, Escape cancels, Shift+Enter starts a line.", selection: "Selected value", edit: "Edit", add: "Add", remove: "Remove",
    noChanges: "No changes yet. Select a value, then Edit.",
    pasteLabel: "Hex digits, base64, a hex dump, a byte array, or the text of var_to_str", passwordTitle: "The file is encrypted", password: "Password",
    layoutTitle: "Engine and file form", detected: "Detected", chosen: "Your choice", layout: "Engine", framing: "File form", bare: "one value (var_to_bytes)", framed: "values with their lengths (store_var)",
    framedBig: "values with their lengths, big-endian", concatenated: "values one after another", lenient: "Accept what the engine accepts", headerLength: "Length of the header before the values, in bytes", openChosen: "Open with these settings",
    convertTitle: "Convert for another engine", convertLead: "Downloads a converted copy. The open file does not change.", convertDownload: "Convert", convertLossy: "Accept the losses", losses: "Losses and notes",
    addTitle: "Add to {path}", path: "Path", value: "Value", key: "Key", keyType: "Type of the key", valueType: "Type of the value",
    asText: "As text", asTextHint: "Edit the value as var_to_str writes it", color: "Color", alpha: "Alpha (opacity)", actions: "Actions",
    copyValue: "Copy value", copyPath: "Copy path", duplicate: "Duplicate", rename: "Rename", moveUp: "Move up", moveDown: "Move down", keys: { "Alt+ArrowUp": "Alt+↑", "Alt+ArrowDown": "Alt+↓" },
    typeInt: "Type a whole number, such as 100.", typeFloat: "Type a number with a point, such as 87.5.", copied: "Copied {text}", noKey: "Elements of an array have no name. Press Enter to edit the value.",
    renaming: "New key of {path}", renamed: "renamed", moved: "moved", renamedPath: "Renamed to {path}", movedPath: "Moved to {path}", addedPath: "Added {path}",
    discardTitle: "Discard the changes?", discardLead: "The open file has changes that were not downloaded.", discard: "Discard",
    text: "Text", invalidTitle: "Download invalid text?", invalidLead: "The text was valid when it was opened. The changed text is not:", downloadAnyway: "Download anyway", downloadContent: "Download the content",
    reading: "Reading {name} …", working: "Working …", opened: "Opened {name}: {values}", opened1: "Opened {name}", type: "Type", offset: "Bytes", noBytes: "no bytes",
    valueNumber: "value {number}", oneValue: "value", about: "{layout} · {values} · {bytes}", about1: "{layout} · {bytes}", valueCount: "{count} values", valueCount1: "1 value",
    byteCount: "{count} bytes", byteCount1: "1 byte", entries: "{count} entries", entries1: "1 entry",
    results: "{count} results", results1: "1 result", resultOf: "{index} of {results}", searching: "searching …", invalid: "invalid",
    editing: "New value of {path} ({type})", wholeValue: "the whole value", added: "new", removed: "removed",
    changed: "Changed {path}", removedPath: "Removed {path}", undone: "{count} of {total} changes undone", saved: "Downloaded {name}", confidence: "{percent}%",
    lossCount: "{count} losses; nothing was downloaded", lossCount1: "1 loss; nothing was downloaded", converted: "Downloaded {name}: {losses}", noLosses: "no losses", withLosses: "losses accepted: {count}",
    restarted: "An error stopped the editor. It was started again with your file and your changes; the last action was not applied.", restartFailed: "An error stopped the editor. Open the file again.",
    faultAt: "problem at 0x{offset}", notAValue: "The page cannot open this: {message}", openAs: "Open as {layout}", openAfter: "Open as {layout}, after a header of {bytes}", failed: "This browser cannot show the page: {message}",
    byteLabel: "{byte} at 0x{offset}, {meaning}", notRead: "not read", unsaved: "changed", ambiguous: "The file can be from several engines.", header: "The file starts with a header that is not a value, such as the version of a save.", otherHint: "If the file should be intact, it may have another engine or file form:", loading: "…",
    part: "Export or import", partTitle: "Export or import the value", partForm: "Format", partAsText: "Text (var_to_str)", partAsJson: "JSON with all types", copy: "Copy", notCopied: "This browser does not let the page copy. Select the text and copy it.", partOpen: "Read a file", replace: "Replace the value",
    partRead: "{name} was read. Replace the value to use it.", partLong: "{count} are too long to show here. Copy and Download take all of them.", characters: "{count} characters", characters1: "1 character",
    compare: "Compare with a file", comparing: "Comparing with {name} …", comparedWith: "{name} → {other}: {count}", differences: "{count} differences", differences1: "1 difference", manyDifferences: "more than {count} differences", cannotCompare: "The page cannot compare with {name}: {message}",
    tryAgain: "Correct the value, or cancel to keep the old one.",
    tree: "Tree", editedText: "text", textAt: "line {line}, column {column}", undoSeveral: "Undo {count} changes", redoSeveral: "Redo {count} changes", hideBytes: "Hide the bytes",
    key64: "Or the key, 64 hex digits", save: "Save", saveAs: "Save as", written: "Saved {name}", notWritten: "Downloaded {name}, because the browser did not save it in place: {reason}", refused: "no permission",
    overwriteTitle: "Overwrite the file?", overwriteLead: "Another program, such as the game, has changed the file since it was opened.", overwrite: "Overwrite",
    notOpened: "Not opened: {name}.", compareWith: "Compare with {name}", dropLater: "Close this dialog, then drop {name} again.", unfoldedSome: "Longer lists stay closed: {count}. Open them one by one.",
  },
  fr: {
    title: "éditeur gdvariant", fileTools: "Fichier", open: "Ouvrir", download: "Télécharger", convert: "Convertir", undo: "Annuler", redo: "Rétablir",
    search: "Rechercher", searchHint: "Chercher : 1250, or…", previous: "Résultat précédent", next: "Résultat suivant", language: "Langue", otherLayout: "Moteur et forme du fichier", searchType: "Type de la valeur", anyType: "Tous types", noResults: "Aucun résultat", hits: "Résultats de la recherche", more: "Plus", showBytes: "Afficher les octets",
    startTitle: "Ouvrir une sauvegarde", startLead: "Voyez et modifiez son contenu : or, santé, objets, réglages. Pour les jeux créés avec Godot ou Pandemonium, même si la sauvegarde est compressée ou chiffrée.",
    whereTitle: "Où est ma sauvegarde, et comment la remettre en place ?", whereLead: "Dans un dossier au nom du jeu, dans l’un de ces dossiers. Sous Windows, appuyez sur la touche Windows et R, puis tapez le dossier.", whereNumber: "numéro du jeu dans la boutique",
    whereBack: "Fermez le jeu et gardez une copie de la sauvegarde. Déplacez le fichier téléchargé dans ce dossier, exactement sous l’ancien nom, sans « (1) ». Steam Cloud peut rétablir l’ancienne sauvegarde : désactivez-le pour le jeu jusqu’à ce que celui-ci ait sauvegardé à nouveau.",
    openFile: "Ouvrir un fichier", pasteText: "Coller des octets ou du texte", startDrop: "Ou déposez un fichier n’importe où sur cette page.", startPrivate: "Votre fichier reste sur cet appareil. La page n’envoie rien.", openExample: "Essayer avec un exemple",
    views: "Vues", values: "Valeurs", bytes: "Octets", changes: "Modifications", faults: "Problèmes", unfold: "Tout déplier", fold: "Tout replier",
    apply: "Appliquer", cancel: "Annuler", close: "Fermer", editorHint: "Entrée applique, Échap annule.", editorHintLines: "Entrée applique, Échap annule, Maj+Entrée commence une ligne.", selection: "Valeur sélectionnée", edit: "Modifier", add: "Ajouter", remove: "Supprimer",
    noChanges: "Aucune modification. Sélectionnez une valeur, puis Modifier.",
    pasteLabel: "Chiffres hexadécimaux, base64, dump hexadécimal, tableau d’octets ou texte de var_to_str", passwordTitle: "Le fichier est chiffré", password: "Mot de passe",
    layoutTitle: "Moteur et forme du fichier", detected: "Détectés", chosen: "Votre choix", layout: "Moteur", framing: "Forme du fichier", bare: "une valeur (var_to_bytes)", framed: "valeurs avec leur longueur (store_var)",
    framedBig: "valeurs avec leur longueur, gros-boutiste", concatenated: "valeurs à la suite", lenient: "Accepter ce que le moteur accepte", headerLength: "Longueur de l’en-tête avant les valeurs, en octets", openChosen: "Ouvrir avec ces réglages",
    convertTitle: "Convertir pour un autre moteur", convertLead: "Télécharge une copie convertie. Le fichier ouvert ne change pas.", convertDownload: "Convertir", convertLossy: "Accepter les pertes", losses: "Pertes et remarques",
    addTitle: "Ajouter à {path}", path: "Chemin", value: "Valeur", key: "Clé", keyType: "Type de la clé", valueType: "Type de la valeur",
    asText: "En texte", asTextHint: "Modifier la valeur comme var_to_str l’écrit", color: "Couleur", alpha: "Alpha (opacité)", actions: "Actions",
    copyValue: "Copier la valeur", copyPath: "Copier le chemin", duplicate: "Dupliquer", rename: "Renommer", moveUp: "Monter", moveDown: "Descendre",
    keys: { Enter: "Entrée", Insert: "Inser", Delete: "Suppr", "Alt+Shift+C": "Alt+Maj+C", "Alt+ArrowUp": "Alt+↑", "Alt+ArrowDown": "Alt+↓" },
    typeInt: "Tapez un nombre entier, comme 100.", typeFloat: "Tapez un nombre avec un point, comme 87.5.", copied: "Copié : {text}", noKey: "Les éléments d’un tableau n’ont pas de nom. Appuyez sur Entrée pour modifier la valeur.",
    renaming: "Nouvelle clé de {path}", renamed: "renommé", moved: "déplacé", renamedPath: "Renommé en {path}", movedPath: "Déplacé vers {path}", addedPath: "{path} a été ajouté",
    discardTitle: "Abandonner les modifications ?", discardLead: "Le fichier ouvert a des modifications qui n’ont pas été téléchargées.", discard: "Abandonner",
    text: "Texte", invalidTitle: "Télécharger un texte non valide ?", invalidLead: "Le texte était valide à l’ouverture. Le texte modifié ne l’est pas :", downloadAnyway: "Télécharger quand même", downloadContent: "Télécharger le contenu",
    reading: "Lecture de {name}…", working: "En cours…", opened: "{name} est ouvert : {values}", opened1: "{name} est ouvert", type: "Type", offset: "Octets", noBytes: "aucun octet",
    valueNumber: "valeur {number}", oneValue: "valeur", about: "{layout} · {values} · {bytes}", about1: "{layout} · {bytes}", valueCount: "{count} valeurs", valueCount1: "1 valeur",
    byteCount: "{count} octets", byteCount1: "1 octet", entries: "{count} éléments", entries1: "1 élément",
    results: "{count} résultats", results1: "1 résultat", resultOf: "{index} sur {results}", searching: "recherche…", invalid: "non valide",
    editing: "Nouvelle valeur de {path} ({type})", wholeValue: "la valeur complète", added: "nouveau", removed: "supprimé",
    changed: "{path} a été modifié", removedPath: "{path} a été supprimé", undone: "Modifications annulées : {count} sur {total}", saved: "{name} a été téléchargé", confidence: "{percent} %",
    lossCount: "{count} pertes ; rien n’a été téléchargé", lossCount1: "1 perte ; rien n’a été téléchargé", converted: "{name} a été téléchargé : {losses}", noLosses: "aucune perte", withLosses: "pertes acceptées : {count}",
    restarted: "Une erreur a arrêté l’éditeur. Il a redémarré avec votre fichier et vos modifications ; la dernière action n’a pas été appliquée.", restartFailed: "Une erreur a arrêté l’éditeur. Rouvrez le fichier.",
    faultAt: "problème à 0x{offset}", notAValue: "La page ne peut pas ouvrir ceci : {message}", openAs: "Ouvrir comme {layout}", openAfter: "Ouvrir comme {layout}, après un en-tête de {bytes}", failed: "Ce navigateur ne peut pas afficher la page : {message}",
    byteLabel: "{byte} à 0x{offset}, {meaning}", notRead: "non lu", unsaved: "modifié", ambiguous: "Le fichier peut provenir de plusieurs moteurs.", header: "Le fichier commence par un en-tête qui n’est pas une valeur, comme la version d’une sauvegarde.", otherHint: "Si le fichier devrait être intact, son moteur ou sa forme est peut-être autre :", loading: "…",
    part: "Exporter ou importer", partTitle: "Exporter ou importer la valeur", partForm: "Format", partAsText: "Texte (var_to_str)", partAsJson: "JSON avec tous les types", copy: "Copier", notCopied: "Ce navigateur ne permet pas à la page de copier. Sélectionnez le texte et copiez-le.", partOpen: "Lire un fichier", replace: "Remplacer la valeur",
    partRead: "{name} a été lu. Remplacez la valeur pour l’utiliser.", partLong: "{count} sont trop longs à afficher ici. Copier et Télécharger les prennent tous.", characters: "{count} caractères", characters1: "1 caractère",
    compare: "Comparer avec un fichier", comparing: "Comparaison avec {name}…", comparedWith: "{name} → {other} : {count}", differences: "{count} différences", differences1: "1 différence", manyDifferences: "plus de {count} différences", cannotCompare: "La page ne peut pas comparer avec {name} : {message}",
    tryAgain: "Corrigez la valeur, ou annulez pour garder l’ancienne.",
    tree: "Arborescence", editedText: "texte", textAt: "ligne {line}, colonne {column}", undoSeveral: "Annuler {count} modifications", redoSeveral: "Rétablir {count} modifications", hideBytes: "Masquer les octets",
    key64: "Ou la clé, 64 chiffres hexadécimaux", save: "Enregistrer", saveAs: "Enregistrer sous", written: "{name} a été enregistré", notWritten: "{name} a été téléchargé, car le navigateur ne l’a pas enregistré sur place : {reason}", refused: "aucune autorisation",
    overwriteTitle: "Écraser le fichier ?", overwriteLead: "Un autre programme, comme le jeu, a modifié le fichier depuis son ouverture.", overwrite: "Écraser",
    notOpened: "Non ouvert : {name}.", compareWith: "Comparer avec {name}", dropLater: "Fermez ce dialogue, puis déposez {name} à nouveau.", unfoldedSome: "Des listes plus longues restent fermées : {count}. Ouvrez-les une par une.",
  },
};

const get = (id) => document.getElementById(id);

let language = navigator.language.startsWith("fr") ? "fr" : "en";

// Returns a text with its placeholders replaced.
function t(key, values = {}) {
  return STRINGS[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

// Returns the name of a key, or of keys that are pressed together.
function keyName(keys) { return STRINGS[language].keys[keys] ?? keys; }

function number(count) { return count.toLocaleString(language); }

// Returns a text for a count, whose singular has the key with the suffix 1.
function counted(key, count) { return count === 1 ? t(`${key}1`) : t(key, { count: number(count) }); }

// Returns the place of a value: its number, if the file has several values, and its path.
function placeOf(fileValue, path, hasSeveral) {
  const value = hasSeveral ? t("valueNumber", { number: number(fileValue + 1) }) : "";
  return [value, path].filter(Boolean).join(" ") || t("wholeValue");
}

// Sets the language, and the texts of elements that name them.
function translate(chosen = language) {
  language = chosen;
  document.documentElement.lang = chosen;
  for (const item of document.querySelectorAll("[data-text]")) item.textContent = t(item.dataset.text);
  for (const item of document.querySelectorAll("[data-label]")) item.ariaLabel = item.title = t(item.dataset.label);
  for (const item of document.querySelectorAll("[data-placeholder]")) item.placeholder = t(item.dataset.placeholder);
}

// Sets the text of an element.
function label(id, key) {
  get(id).dataset.text = key;
  get(id).textContent = t(key);
}

export { get, label, t, keyName, number, counted, placeOf, translate };
