package dev.lazymcp.catalog;

/**
 * What a tool definition costs in a prompt, without a tokenizer and its megabytes of vocabulary.
 *
 * <p>A byte-pair tokenizer first cuts a text into words, then merges inside each; English and JSON consist mostly of words
 * that are one token. So this counts the words that the pattern of OpenAI's {@code o200k_base} cuts, and adds the average
 * of what merging leaves over for long words, long runs of punctuation and text outside ASCII.
 *
 * <p>Fitted to {@code o200k_base} over the 173 tools of ten npm servers (everything, filesystem, memory,
 * sequential-thinking, github, playwright, context7, chrome-devtools, notion, firecrawl; 58,000 tokens). A whole list of
 * tools, with its server left out of the fit: off by 1.4 % on average, 3.9 % at most; a single tool: 2.0 % and 12.7 %. Other models cut
 * otherwise: this is for comparing and for orders of magnitude. What is
 * outside ASCII is counted at 0.4 tokens a byte: right for the dashes and arrows of English text, up to twice too much for
 * Chinese or Japanese.
 */
public final class TokenEstimate {
    // Hundredths of a token.
    private static final int WORD = 100;
    private static final int LETTER_BEYOND_EIGHT = 11;
    private static final int PUNCTUATION = 103;
    private static final int PUNCTUATION_BEYOND_THREE = 35;
    private static final int DIGITS = 100;
    private static final int NON_ASCII_BYTE = 40;
    private static final int SPACE = 83;

    private final byte[] text;
    private int at;

    private TokenEstimate(byte[] text) {
        this.text = text;
    }

    /** Tokens of {@code text}, which is UTF-8, as a model is likely to count them. */
    public static int of(byte[] text) {
        return (int) ((new TokenEstimate(text).hundredths() + 50) / 100);
    }

    private long hundredths() {
        long sum = 0;
        while (at < text.length) {
            sum += switch (classOf(text[at])) {
                case UPPER, LOWER -> word();
                case DIGIT -> digits();
                case SPACE -> space();
                case PUNCTUATION -> punctuation();
                case NON_ASCII -> NON_ASCII_BYTE * run(CharClass.NON_ASCII);
            };
        }
        return sum;
    }

    private enum CharClass {
        UPPER,
        LOWER,
        DIGIT,
        SPACE,
        PUNCTUATION,
        NON_ASCII
    }

    private static CharClass classOf(byte b) {
        if (b < 0) {
            return CharClass.NON_ASCII;
        } else if (b >= 'a' && b <= 'z') {
            return CharClass.LOWER;
        } else if (b >= 'A' && b <= 'Z') {
            return CharClass.UPPER;
        } else if (b >= '0' && b <= '9') {
            return CharClass.DIGIT;
        } else if (b == ' ' || b == '\n' || b == '\r' || b == '\t') {
            return CharClass.SPACE;
        }
        return CharClass.PUNCTUATION;
    }

    /** Passes over the bytes of one class; how many there were. */
    private int run(CharClass wanted) {
        int start = at;
        while (at < text.length && classOf(text[at]) == wanted) {
            at++;
        }
        return at - start;
    }

    /** Capitals, then small letters: the pattern cuts camelCase. */
    private int word() {
        int letters = run(CharClass.UPPER) + run(CharClass.LOWER);
        return WORD + LETTER_BEYOND_EIGHT * Math.max(0, letters - 8);
    }

    /** Numbers are cut after each third digit. */
    private int digits() {
        return DIGITS * ((run(CharClass.DIGIT) + 2) / 3);
    }

    /** A single space belongs to the word after it. */
    private int space() {
        return run(CharClass.SPACE) == 1 && letterFollows() ? 0 : SPACE;
    }

    /** So does a single mark: {@code _path}, {@code /usr}. */
    private int punctuation() {
        int marks = run(CharClass.PUNCTUATION);
        return marks == 1 && letterFollows() ? 0 : PUNCTUATION + PUNCTUATION_BEYOND_THREE * Math.max(0, marks - 3);
    }

    private boolean letterFollows() {
        return at < text.length
                && switch (classOf(text[at])) {
                    case UPPER, LOWER -> true;
                    case DIGIT, SPACE, PUNCTUATION, NON_ASCII -> false;
                };
    }
}
