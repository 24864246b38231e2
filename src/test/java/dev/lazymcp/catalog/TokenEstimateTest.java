package dev.lazymcp.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEstimateTest {
    private static final Encoding TOKENIZER =
            Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);

    /** What {@code tokens} promises: a list of tools within 5 %, as clients put them into a prompt. */
    @Test
    void isWithinFivePercentForAListOfTheTokenizer() throws IOException {
        int estimated = 0;
        int counted = 0;
        for (String line : counts().split("\n", -1)) {
            if (!line.startsWith("#") && !line.isEmpty()) {
                byte[] part = Tool.parse(line.substring(line.indexOf(' ') + 1).getBytes(UTF_8))
                        .promptPart();
                estimated += TokenEstimate.of(part);
                counted += TOKENIZER.countTokens(new String(part, UTF_8));
            }
        }
        assertThat(counted).isGreaterThan(500);
        assertThat(estimated).isCloseTo(counted, Percentage.withPercentage(5));
    }

    /** Of tools that the estimate was not fitted to. */
    @Test
    void isWithinTenPercentOfTheTokenizerForAToolAndThreeForAList() throws IOException {
        int estimated = 0;
        int counted = 0;
        for (String line : counts().split("\n", -1)) {
            if (line.startsWith("#") || line.isEmpty()) {
                continue;
            }
            int space = line.indexOf(' ');
            int tokens = Integer.parseInt(line.substring(0, space));
            String tool = line.substring(space + 1);
            assertThat(TOKENIZER.countTokens(tool))
                    .as("another tokenizer of the same kind")
                    .isEqualTo(tokens);
            int estimate = TokenEstimate.of(tool.getBytes(UTF_8));
            assertThat(estimate).as(line).isCloseTo(tokens, Percentage.withPercentage(10));
            estimated += estimate;
            counted += tokens;
        }
        assertThat(counted).isGreaterThan(500);
        assertThat(estimated).isCloseTo(counted, Percentage.withPercentage(3));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|0",
                "`a`|1",
                "`word`|1",
                "`two words`|2",
                "`camelCase`|2",
                "`snake_case`|2",
                "`123`|1",
                "`1234`|2",
                "`{`|1",
                "`a, b`|3"
            })
    void countsTheWordsOfThePattern(String text, int tokens) {
        assertThat(TokenEstimate.of(text.getBytes(UTF_8))).isEqualTo(tokens);
    }

    /** 18 tokens in o200k_base; the weight was fitted to dashes and arrows. */
    @Test
    void isAtMostTwiceTooMuchForJapanese() {
        byte[] text = "読み取り専用のファイルを検索し、一致した行を返します。".getBytes(UTF_8);
        assertThat(TokenEstimate.of(text)).isBetween(18, 36);
    }

    private static String counts() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(TokenEstimateTest.class.getResourceAsStream("/catalog/o200k-counts.txt"))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
