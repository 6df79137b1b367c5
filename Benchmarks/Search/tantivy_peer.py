"""tantivy_peer.py NAMES TEXTS: prints for each text the milliseconds of CPU and the numbers of the first 20 names that
Tantivy finds: pairs of characters for what is inside words, fuzzy terms for words with errors."""
import sys, tempfile, time
import tantivy
from tantivy import Filter, Occur, Query, TextAnalyzerBuilder, Tokenizer

names, texts = (open(path, encoding="utf-8").read().splitlines() for path in sys.argv[1:3])
schema = (tantivy.SchemaBuilder().add_integer_field("number", stored=True, indexed=True)
          .add_text_field("pairs", tokenizer_name="pairs", index_option="position")
          .add_text_field("words", tokenizer_name="words", index_option="freq").build())
folder = tempfile.TemporaryDirectory()
index = tantivy.Index(schema, folder.name)
index.register_tokenizer("pairs", TextAnalyzerBuilder(Tokenizer.ngram(2, 2, False)).filter(Filter.lowercase()).build())
index.register_tokenizer("words", TextAnalyzerBuilder(Tokenizer.simple()).filter(Filter.lowercase()).build())
writer = index.writer(200_000_000, 1)
for number, name in enumerate(names, 1):
    writer.add_document(tantivy.Document(number=number, pairs=name, words=name))
writer.commit()
writer.wait_merging_threads()
index.reload()
searcher = index.searcher()

def pairs(piece): return [piece[i:i + 2] for i in range(len(piece) - 1)]
def term(field, text): return Query.term_query(schema, field, text)

def query(text):
    parts = []
    for piece in text.lower().split():
        tokens = pairs(piece)
        inside = [Query.boolean_query([(Occur.Must, term("pairs", token)) for token in tokens])] if tokens else []
        # Its distance counts characters, syllables of Hangul: the lengths are those at which it does best.
        errors = 0 if any(c.isdigit() for c in piece) or len(piece) < 3 else 1 if len(piece) < 6 else 2
        if errors: inside.append(Query.fuzzy_term_query(schema, "words", piece, errors, True, True))
        elif not tokens: inside.append(term("words", piece))
        parts.append((Occur.Must, Query.boolean_query([(Occur.Should, part) for part in inside])))
    return Query.boolean_query(parts)

def loose(text):
    tokens = [token for piece in text.lower().split() for token in pairs(piece)]
    return Query.boolean_query([(Occur.Should, term("pairs", token)) for token in tokens])

for text in texts:
    start = time.process_time()
    hits = searcher.search(query(text), 20, count=False).hits or searcher.search(loose(text), 20, count=False).hits
    numbers = [searcher.doc(address)["number"][0] for _, address in hits]
    print(f"{(time.process_time() - start) * 1000:.4f}", *numbers)
